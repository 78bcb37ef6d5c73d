// Package fleettest has MCP servers for tests: well-behaved ones and hostile
// ones, each a real child process. The test binary is the server when it is
// started with a certain variable in its environment, so a package that uses
// them has
//
//	func TestMain(m *testing.M) { fleettest.Main(m, nil) }
//
// and gets a server's configuration from [Server].
package fleettest
