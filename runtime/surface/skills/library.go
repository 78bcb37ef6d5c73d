package skills

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/sextant-mcp/sextant/runtime/surface/method"
)

// Extension is the MCP extension that a library implements.
const Extension = "io.modelcontextprotocol/skills"

// Settings is what a server that has a library says of the extension.
func Settings() map[string]any { return map[string]any{"directoryRead": true} }

const (
	// PageSize is how many entries a page of any list holds.
	PageSize = 50
	// holds is how long clients may keep what they are told.
	holds = time.Minute
)

// Library serves the skills of the shelf that it holds at the moment.
type Library struct {
	shelf    atomic.Pointer[Shelf]
	pageSize int

	mu     sync.Mutex // one change of the shelf at a time
	server *server.MCPServer
}

// NewLibrary returns a library that serves the shelf.
func NewLibrary(shelf *Shelf) *Library {
	l := &Library{pageSize: PageSize}
	l.shelf.Store(shelf)
	return l
}

// Shelf is what is served at the moment.
func (l *Library) Shelf() *Shelf { return l.shelf.Load() }

// Mount makes the library answer its methods in a table, and makes every file a
// resource of the server that stands behind the table. The server has to be made
// with Options. A server without the table in front still serves the files as
// resources, but none of the methods.
func (l *Library) Mount(table *method.Table, srv *server.MCPServer) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.server = srv
	for name, handler := range map[string]method.Handler{
		"skills/list":                   l.list,
		"skills/get":                    l.get,
		"resources/directory/read":      l.directory,
		string(mcp.MethodResourcesList): l.resources,
		string(mcp.MethodResourcesRead): l.read,
	} {
		if err := table.Handle(name, handler); err != nil {
			return err
		}
	}
	srv.AddResourceTemplate(template, l.readResource)
	srv.AddResources(l.registered(l.Shelf())...)
	return nil
}

// Options are what a server has to be made with to carry a library.
func Options() []server.ServerOption {
	return []server.ServerOption{
		server.WithResourceCapabilities(false, false),
		server.WithExtensions(map[string]any{Extension: Settings()}),
	}
}

// Replace serves another shelf from now on. What is being read from the one
// before is still answered.
func (l *Library) Replace(shelf *Shelf) {
	l.mu.Lock()
	defer l.mu.Unlock()
	old := l.shelf.Swap(shelf)
	if l.server == nil {
		return
	}
	now := l.registered(shelf)
	gone := map[string]bool{}
	for _, r := range l.registered(old) {
		gone[r.Resource.URI] = true
	}
	for _, r := range now {
		delete(gone, r.Resource.URI)
	}
	if len(gone) > 0 {
		l.server.DeleteResources(slices.Sorted(maps.Keys(gone))...)
	}
	l.server.AddResources(now...)
}

// members are the files of a shelf as resources, and the manifests, by URI.
func (s *Shelf) members() []*Member {
	var out []*Member
	for _, f := range s.files {
		out = append(out, f.member())
	}
	for _, e := range s.entries {
		if s.files[e.Path+"/"+manifestName] == nil {
			out = append(out, &Member{
				URI: strings.TrimSuffix(e.URI, manualSuffix) + "/" + manifestName, Name: e.Path + "/" + manifestName,
				Description: "The files of the skill " + e.Name + ", with sizes and digests.", MIMEType: "application/json",
			})
		}
	}
	slices.SortFunc(out, func(a, b *Member) int { return strings.Compare(a.URI, b.URI) })
	return out
}
