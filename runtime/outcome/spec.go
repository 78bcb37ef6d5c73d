package outcome

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The specs without anything that varies.
const (
	Memory = "memory"
	Bolt   = "bolt"
)

// Spec says where rewards are kept. Its String shows no credentials.
type Spec struct {
	text string // without credentials
	file string // of bolt

	servers                     []string // of NATS, without credentials
	bucket                      string
	user, password, token       string
	creds, ca, certificate, key string // files
	queue                       string // folder
	replicas                    int
	flush, refresh              time.Duration // 0 for the default, 0 for at once
	secure, hasPassword         bool
}

// String is the spec without credentials.
func (s Spec) String() string { return s.text }

// bucketName is what JetStream takes for the name of a bucket.
var bucketName = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

// DefaultBucket is the bucket of a NATS spec that names none.
const DefaultBucket = "sextant-rewards"

// ParseSpec reads a spec. Errors never show credentials.
func ParseSpec(text string) (Spec, error) {
	scheme, rest, _ := strings.Cut(text, ":")
	switch scheme {
	case "", Memory:
		if rest == "" {
			return Spec{text: Memory}, nil
		}
	case Bolt:
		return parseBolt(rest)
	case "nats", "tls":
		s, err := parseNATS(scheme, strings.TrimPrefix(rest, "//"))
		if err != nil {
			return s, fmt.Errorf("store %s://...: %w", scheme, err)
		}
		return s, nil
	}
	// What it looks like is not shown: a password may be in it.
	return Spec{}, errors.New("no such store; give memory, bolt, bolt:FILE, nats://HOST:4222/BUCKET or tls://HOST:4222/BUCKET")
}

func parseBolt(file string) (Spec, error) {
	if file == "" {
		var err error
		if file, err = DefaultFile(); err != nil {
			return Spec{}, err
		}
	}
	return Spec{text: Bolt + ":" + file, file: file}, nil
}

// parseNATS reads what follows the scheme: [USER[:PASSWORD]@]HOST[,HOST...][/BUCKET][?OPTIONS].
func parseNATS(scheme, rest string) (Spec, error) {
	s := Spec{secure: scheme == "tls", replicas: 1}
	rest, query, _ := strings.Cut(rest, "?")
	if err := s.options(query); err != nil {
		return s, err
	}
	at := strings.LastIndex(rest, "@")
	if at >= 0 {
		if err := s.login(rest[:at]); err != nil {
			return s, err
		}
	}
	hosts, bucket, named := strings.Cut(rest[at+1:], "/")
	if s.bucket = DefaultBucket; named && bucket != "" {
		s.bucket = bucket
	}
	if !bucketName.MatchString(s.bucket) {
		return s, fmt.Errorf("the bucket %.70q is no name; letters, digits, - and _ make one", s.bucket)
	}
	for host := range strings.SplitSeq(hosts, ",") {
		server := url.URL{Scheme: scheme, Host: strings.TrimSpace(host)}
		if server.Hostname() == "" {
			return s, errors.New("a host is missing; give nats://HOST:4222/BUCKET")
		}
		if strings.HasSuffix(server.Host, "]") || !strings.Contains(server.Host, ":") {
			server.Host += ":4222"
		}
		if port, err := strconv.ParseUint(server.Port(), 10, 16); err != nil || port == 0 {
			return s, fmt.Errorf("%.100q is no host and port", host)
		}
		s.servers = append(s.servers, server.String())
	}
	s.text = scheme + "://" + hosts + "/" + s.bucket
	return s, nil
}

// login reads USER:PASSWORD, or a token alone.
func (s *Spec) login(text string) error {
	user, password, both := strings.Cut(text, ":")
	var err1, err2 error
	user, err1 = url.PathUnescape(user)
	password, err2 = url.PathUnescape(password)
	if err1 != nil || err2 != nil {
		return errors.New("the user or the password has a % that begins no escape; write %25 for it")
	}
	if !both {
		s.token = user
		return nil
	}
	s.user, s.password, s.hasPassword = user, password, true
	return nil
}

func (s *Spec) options(query string) error {
	values, err := url.ParseQuery(query)
	if err != nil {
		return errors.New("what follows the ? can't be read")
	}
	spans := map[string]*time.Duration{"flush": &s.flush, "refresh": &s.refresh}
	files := map[string]*string{"creds": &s.creds, "ca": &s.ca, "cert": &s.certificate, "key": &s.key, "queue": &s.queue}
	for name, all := range values {
		switch file, span := files[name], spans[name]; {
		case len(all) > 1:
			return fmt.Errorf("%.40q is given twice", name)
		case file != nil:
			*file = all[0]
		case span != nil:
			if *span, err = time.ParseDuration(all[0]); err != nil || *span < 0 {
				return fmt.Errorf("%s: give a time such as 30s", name)
			}
		case name == "replicas":
			if s.replicas, err = strconv.Atoi(all[0]); err != nil || !slices.Contains([]int{1, 3, 5}, s.replicas) {
				return errors.New("replicas: give 1, 3 or 5")
			}
		default:
			return fmt.Errorf("there is no option %.40q; creds, ca, cert, key, queue, replicas, flush and refresh exist", name)
		}
	}
	if (s.certificate == "") != (s.key == "") {
		return errors.New("cert and key go together")
	}
	return nil
}
