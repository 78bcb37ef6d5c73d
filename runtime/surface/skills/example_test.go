package skills_test

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/mark3labs/mcp-go/server"

	"github.com/sextant-mcp/sextant/runtime/surface/method"
	"github.com/sextant-mcp/sextant/runtime/surface/skills"
)

func Example() {
	ctx := context.Background()
	shelf, problems := skills.Open(ctx, skills.Directories("../../dispatch/testdata/skills"))
	for _, p := range problems {
		fmt.Println("not served:", p)
	}
	for _, e := range shelf.Entries() {
		fmt.Println(e.URI)
	}
	members, _ := shelf.Folder("skill://kg-shelving")
	for _, m := range members {
		fmt.Println(" ", m.Name, m.MIMEType)
	}

	// On a server of one's own: the methods go in front, the files become
	// resources.
	srv := server.NewMCPServer("library", "1", skills.Options()...)
	table := method.NewTable(slog.Default())
	if err := skills.NewLibrary(shelf).Mount(table, srv); err != nil {
		fmt.Println(err)
	}
	fmt.Println(len(srv.ListResources()), "resources")
	// Output:
	// skill://kg-shelving/SKILL.md
	//   kg-shelving text/markdown
	//   references inode/directory
	// 3 resources
}
