package sweep

import (
	"fmt"
	"strings"
)

// mostNames bounds the names that a message lists.
const mostNames = 12

// names lists names for a message.
func names(list []string) string {
	if len(list) > mostNames {
		return fmt.Sprintf("%s and %d more", strings.Join(list[:mostNames], ", "), len(list)-mostNames)
	}
	if len(list) == 1 {
		return list[0]
	}
	return strings.Join(list[:len(list)-1], ", ") + " and " + list[len(list)-1]
}
