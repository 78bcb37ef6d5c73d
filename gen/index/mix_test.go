package index

import "testing"

func TestChoose(t *testing.T) {
	alone, strong := plan{scale: 8}, plan{scale: 16}
	together, weak := plan{joint: true, scale: 24}, plan{joint: true, scale: 16}
	all := []plan{alone, strong, together, weak}
	for _, tt := range []struct {
		name  string
		plans []plan
		right map[plan]int
		want  plan
	}{
		{"the usual one where none is clearly better", all[:2], map[plan]int{alone: 500, strong: 510}, alone},
		{"one that is clearly better", all[:2], map[plan]int{alone: 500, strong: 511}, strong},
		{"together where it is as good", all, map[plan]int{alone: 500, strong: 520, together: 520, weak: 525}, together},
		{"together by its best", all, map[plan]int{alone: 500, strong: 520, together: 509, weak: 520}, weak},
		{"alone where that is better", all, map[plan]int{alone: 500, strong: 511, together: 510, weak: 505}, strong},
		{"nothing held out", all, map[plan]int{}, alone},
	} {
		if got := choose(tt.plans, tt.right, 1000); got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
}
