package outcome
import "context"
type acknowledgement struct{}
func openBucket(context.Context, Spec, Options) (Store, error) { panic("x") }
