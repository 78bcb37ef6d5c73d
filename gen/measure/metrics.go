package measure

import (
	"cmp"
	"math"
	"slices"
)

// BestRank is the place, counted from 1, of the first id that is a gold; 0 when
// none is.
func BestRank(ids, gold []string) int {
	return 1 + slices.IndexFunc(ids, func(id string) bool { return slices.Contains(gold, id) })
}

// ReciprocalRank is 1/rank, 0 for rank 0 (not found). Its mean is the MRR.
func ReciprocalRank(rank int) float64 {
	if rank == 0 {
		return 0
	}
	return 1 / float64(rank)
}

// Recall is the share of the slots that one of the first k ids satisfies, 0..1.
// It is NaN without slots.
func Recall(ids []string, slots [][]string, k int) float64 {
	first := ids[:min(k, len(ids))]
	hit := 0
	for _, slot := range slots {
		if BestRank(first, slot) > 0 {
			hit++
		}
	}
	return float64(hit) / float64(len(slots))
}

// NDCG is the normalised discounted cumulative gain of the first k ids: the sum
// of 1/log2(1+rank) over the ranks that satisfy a slot not satisfied before,
// over the sum that the best ranking has (Järvelin and Kekäläinen, 2002, with
// gains of 0 and 1). It is 0..1, and NaN without slots.
func NDCG(ids []string, slots [][]string, k int) float64 {
	satisfied := make([]bool, len(slots))
	gain, ideal := 0.0, 0.0
	for i, id := range ids[:min(k, len(ids))] {
		for s, slot := range slots {
			if !satisfied[s] && slices.Contains(slot, id) {
				satisfied[s] = true
				gain += discount(i)
			}
		}
	}
	for i := range min(k, len(slots)) {
		ideal += discount(i)
	}
	// An id that stands in several groups can satisfy them all at once.
	return min(gain/ideal, 1)
}

func discount(index int) float64 { return 1 / math.Log2(float64(index)+2) }

// AUROC is the chance that a random positive has a higher value than a random
// negative, ties counting half: the area under the receiver operating
// characteristic, by the rank sum of Mann and Whitney. It is NaN when either
// list is empty.
func AUROC(positives, negatives []float64) float64 {
	type labelled struct {
		value    float64
		positive bool
	}
	all := make([]labelled, 0, len(positives)+len(negatives))
	for _, v := range positives {
		all = append(all, labelled{v, true})
	}
	for _, v := range negatives {
		all = append(all, labelled{v, false})
	}
	slices.SortFunc(all, func(a, b labelled) int { return cmp.Compare(a.value, b.value) })
	pairs, below := 0.0, 0 // below: negatives with a smaller value
	for from := 0; from < len(all); {
		to, pos := from, 0
		for ; to < len(all) && all[to].value == all[from].value; to++ {
			if all[to].positive {
				pos++
			}
		}
		neg := to - from - pos
		pairs += float64(pos) * (float64(below) + float64(neg)/2)
		below += neg
		from = to
	}
	return pairs / (float64(len(positives)) * float64(len(negatives)))
}

// Quantile is the smallest of the values, which must be sorted, that at least
// the share q of them do not exceed; 0 without values.
func Quantile(sorted []int64, q float64) int64 {
	if len(sorted) == 0 {
		return 0
	}
	at := int(math.Ceil(q*float64(len(sorted)))) - 1
	return sorted[min(max(at, 0), len(sorted)-1)]
}
