package emit

// WriteWith is Write on a disk whose renames and removals are the test's.
func WriteWith(dir string, files []File, rename func(from, to string) error, remove func(path string) error) ([]Left, error) {
	return disk{rename, remove}.write(dir, files)
}
