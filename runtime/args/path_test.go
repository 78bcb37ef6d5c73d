package args_test

import "testing"

// A path goes to the parameter that is for its kind where several take paths.
func TestSeveralPaths(t *testing.T) {
	const log = `"path":{"type":"string","default":".","description":"Path to the Git repository."},
		"filePath":{"type":"string","description":"Show commits that affected a specific file path."},"branch":{"type":"string"}`
	check(t, log, ``, []reads{
		{"the last commits in /home/ana/site", `{"path":"/home/ana/site"}`},
		{"the log of ~/site", `{"path":"~/site"}`},
		{"who changed docs/guide.md", `{"filePath":"docs/guide.md"}`},
		{"who changed docs/guide.md in /home/ana/site", `{"filePath":"docs/guide.md","path":"/home/ana/site"}`},
		{"who changed a.md and b.md", `{}`},
		{"the log of the file /etc/hosts", `{"filePath":"/etc/hosts"}`},
		{"write the log to /home/ana/site", `{}`},
	})
	check(t, `"path":{"type":"string","description":"Path to the Git repository."},
		"paths":{"type":"array","items":{"type":"string"},"description":"Array of file or directory paths to stage."}`, ``, []reads{
		{"stage notes.txt", `{"paths":["notes.txt"]}`},
		{"stage all in /home/ana/site", `{"path":"/home/ana/site"}`},
	})
	check(t, `"path":{"type":"string"},"output_path":{"type":"string"}`, `"path"`, []reads{
		{"convert notes.md", `{"path":"notes.md"}`},
		{"save as notes.md", `{}`},
		{"convert notes.md into notes.html", `{"path":"notes.md"}`},
	})
	check(t, `"source_path":{"type":"string"},"target_path":{"type":"string"}`, `"source_path","target_path"`, []reads{
		{"move notes.md", `{}`},
	})
	check(t, `"source_path":{"type":"string"},"target_path":{"type":"string"}`, ``, []reads{
		{"move notes.md", `{}`},
		{"the source path is notes.md", `{"source_path":"notes.md"}`},
	})
	check(t, `"path":{"type":"string"},"target_path":{"type":"string"}`, `"path","target_path"`, []reads{
		{"copy notes.md", `{}`},
	})
}

// An address goes to the one that the tool needs, or that is called just so.
func TestSeveralAddresses(t *testing.T) {
	check(t, `"url":{"type":"string"},"callback_url":{"type":"string"}`, ``, []reads{
		{"fetch https://example.org/a", `{"url":"https://example.org/a"}`},
		{"with the callback url https://example.org/a", `{"callback_url":"https://example.org/a"}`},
		{"report to https://example.org/a", `{}`},
		{"fetch https://example.org/a and https://example.org/b", `{}`},
	})
	check(t, `"image_url":{"type":"string"},"callback_url":{"type":"string"}`, `"image_url"`, []reads{
		{"describe https://example.org/a.png", `{"image_url":"https://example.org/a.png"}`},
	})
	check(t, `"image_url":{"type":"string"},"callback_url":{"type":"string"}`, ``, []reads{
		{"describe https://example.org/a.png", `{}`},
	})
}
