package outcome

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"

	"github.com/sextant-mcp/sextant/runtime"
)

// certificate is one that only its own file vouches for, and that file's name.
func certificate(t *testing.T) (tls.Certificate, string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	der, err := x509.CreateCertificate(rand.Reader, &template, &template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, file
}

func TestTLS(t *testing.T) {
	cert, ca := certificate(t)
	s := serve(t, server.Options{TLS: true, TLSConfig: &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12}, Authorization: "s3cret"})
	host := s.Addr().String()
	a, ra := share(t, "tls://s3cret@"+host+"/rewards?ca="+ca, Options{})
	ra.Record(key("a"), 1, noon)
	flush(t, a)
	if _, err := Open(t.Context(), "tls://s3cret@"+host+"/rewards", Options{Wait: 20 * time.Second}); err == nil || !strings.Contains(err.Error(), "certificate") {
		t.Errorf("a certificate that nobody vouches for: %v", err)
	}
}

// A server that wants to know its clients by a certificate gets ours.
func TestClientCertificate(t *testing.T) {
	cert, ca := certificate(t)
	pool := x509.NewCertPool()
	raw, err := os.ReadFile(ca)
	check(t, err)
	pool.AppendCertsFromPEM(raw)
	s := serve(t, server.Options{TLS: true, TLSVerify: true, TLSConfig: &tls.Config{
		Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12, ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: pool,
	}})
	der, err := x509.MarshalPKCS8PrivateKey(cert.PrivateKey)
	check(t, err)
	keyFile := filepath.Join(t.TempDir(), "key.pem")
	check(t, os.WriteFile(keyFile, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), 0o600))
	spec := "tls://" + s.Addr().String() + "/rewards?ca=" + ca
	a, ra := share(t, spec+"&cert="+ca+"&key="+keyFile, Options{})
	ra.Record(key("a"), 1, noon)
	flush(t, a)
	if _, err := Open(t.Context(), spec, Options{Wait: time.Second}); err == nil {
		t.Error("a client without a certificate is let in")
	}
	if _, err := Open(t.Context(), spec+"&cert=none.pem&key="+keyFile, Options{Wait: time.Minute}); err == nil || !strings.Contains(err.Error(), "none.pem") {
		t.Errorf("a certificate that is not there: %v", err)
	}
}

// decentralized is the configuration of a server whose users have credentials of
// their own, and the file of such a user.
func decentralized(t *testing.T) (server.Options, string) {
	t.Helper()
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	operator, err := nkeys.CreateOperator()
	must(err)
	account, err := nkeys.CreateAccount()
	must(err)
	system, err := nkeys.CreateAccount()
	must(err)
	user, err := nkeys.CreateUser()
	must(err)
	public := func(k nkeys.KeyPair) string { p, err := k.PublicKey(); must(err); return p }

	accountClaims := jwt.NewAccountClaims(public(account))
	accountClaims.Limits.JetStreamLimits = jwt.JetStreamLimits{DiskStorage: -1, MemoryStorage: -1}
	accountToken, err := accountClaims.Encode(operator)
	must(err)
	systemToken, err := jwt.NewAccountClaims(public(system)).Encode(operator)
	must(err)
	userToken, err := jwt.NewUserClaims(public(user)).Encode(account)
	must(err)
	seed, err := user.Seed()
	must(err)
	creds, err := jwt.FormatUserConfig(userToken, seed)
	must(err)
	file := filepath.Join(t.TempDir(), "user.creds")
	must(os.WriteFile(file, creds, 0o600))

	resolver := &server.MemAccResolver{}
	must(resolver.Store(public(account), accountToken))
	must(resolver.Store(public(system), systemToken))
	return server.Options{SystemAccount: public(system), TrustedKeys: []string{public(operator)}, AccountResolver: resolver}, file
}

func TestCredentialsFile(t *testing.T) {
	opt, creds := decentralized(t)
	s := serve(t, opt)
	spec := bucketAt(s)
	a, ra := share(t, spec+"?creds="+creds, Options{})
	ra.Record(key("a"), 1, noon)
	flush(t, a)
	if text := a.Status().Store; text != spec {
		t.Errorf("shown as %s", text)
	}
	if _, err := Open(t.Context(), spec, Options{Patient: true, Wait: 20 * time.Second}); err == nil || !strings.Contains(err.Error(), "refuse the credentials") {
		t.Errorf("without credentials: %v", err)
	}
	_, rb := share(t, spec+"?creds="+creds, Options{Rewards: newRewards(t, runtime.RewardOptions{})})
	wantSame(t, "with the file", all(rb), all(ra))
}
