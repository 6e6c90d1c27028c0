package demo

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/btcsuite/btcd/btcutil/hdkeychain"
	"github.com/btcsuite/btcd/chaincfg"

	"hongyun/internal/payment"
)

// keys are what a demo makes up once and keeps in its data folder, so that a
// restart on the same data is the same house.
type keys struct {
	DataKey        string `json:"dataKey"` // hex
	ReqTokenSecret string `json:"reqTokenSecret"`
	// Companies are the secrets shared with the simulated companies, 16 characters
	// each, by the company's code and the secret's name.
	Companies map[string]string `json:"companies"`
	// Xpubs are extended public keys by network. Their private halves were
	// thrown away when they were made: play money is never swept.
	Xpubs map[string]string `json:"xpubs"`
	Staff []Staff           `json:"staff"`
}

// Staff is a member of staff as the ready file shows them.
type Staff struct {
	Name       string `json:"name"`
	Password   string `json:"password"`
	TOTPSecret string `json:"totpSecret"` // base32
}

func (k keys) dataKey() ([]byte, error) { return hex.DecodeString(k.DataKey) }

const keysFile = "keys.json"

// loadKeys reads the data folder's keys, or makes them.
func loadKeys(dir string) (keys, error) {
	text, err := os.ReadFile(filepath.Join(dir, keysFile))
	if errors.Is(err, fs.ErrNotExist) {
		k := keys{DataKey: random(32), ReqTokenSecret: random(16)}
		return k.complete(dir)
	}
	if err != nil {
		return keys{}, err
	}
	var k keys
	if err := json.Unmarshal(text, &k); err != nil {
		return keys{}, fmt.Errorf("%s: %w", keysFile, err)
	}
	return k.complete(dir)
}

// complete makes the keys that are missing, and keeps all of them.
func (k keys) complete(dir string) (keys, error) {
	if k.Companies == nil {
		k.Companies = map[string]string{}
	}
	for _, name := range companySecrets() {
		if k.Companies[name] == "" {
			k.Companies[name] = random(8)
		}
	}
	if k.Xpubs == nil {
		k.Xpubs = map[string]string{}
	}
	for _, network := range payment.Networks {
		if k.Xpubs[network] != "" {
			continue
		}
		seed, err := hdkeychain.GenerateSeed(hdkeychain.RecommendedSeedLen)
		if err != nil {
			return keys{}, err
		}
		master, err := hdkeychain.NewMaster(seed, &chaincfg.MainNetParams)
		if err != nil {
			return keys{}, err
		}
		public, err := master.Neuter()
		if err != nil {
			return keys{}, err
		}
		k.Xpubs[network] = public.String()
	}
	return k, k.save(dir)
}

// save keeps the keys readable by their owner alone.
func (k keys) save(dir string) error {
	text, err := json.MarshalIndent(k, "", "  ")
	if err != nil {
		return err
	}
	return writeWhole(filepath.Join(dir, keysFile), text)
}

// writeWhole replaces a file in one step: whoever reads it finds the old or the
// new contents and never half of them.
func writeWhole(path string, text []byte) error {
	beside, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(beside.Name())
	_, err = beside.Write(text)
	err = errors.Join(err, beside.Sync(), beside.Close())
	if err != nil {
		return err
	}
	return os.Rename(beside.Name(), path)
}

func random(bytes int) string {
	b := make([]byte, bytes)
	rand.Read(b)
	return hex.EncodeToString(b)
}
