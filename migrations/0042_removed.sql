-- +goose Up

-- Cards and addresses that players removed. A row moves here as it was; its
-- sealed values stay bound to the place of player_card and player_address.
CREATE TABLE player_card_removed (
	id           BIGINT  NOT NULL PRIMARY KEY,
	player       TEXT    NOT NULL,
	bank         TEXT    NOT NULL,
	number       TEXT    NOT NULL,
	number_index TEXT    NOT NULL,
	tail         TEXT    NOT NULL,
	holder       TEXT    NOT NULL,
	province     TEXT    NOT NULL,
	city         TEXT    NOT NULL,
	branch       TEXT    NOT NULL,
	bound_at     BIGINT  NOT NULL,
	removed_at   BIGINT  NOT NULL CHECK (removed_at > 0)
);
CREATE INDEX player_card_removed_player ON player_card_removed (player, removed_at);
CREATE INDEX player_card_removed_number ON player_card_removed (number_index);
CREATE INDEX player_card_removed_tail ON player_card_removed (tail);

CREATE TABLE player_address_removed (
	id            BIGINT  NOT NULL PRIMARY KEY,
	player        TEXT    NOT NULL,
	network       TEXT    NOT NULL,
	address       TEXT    NOT NULL,
	address_index TEXT    NOT NULL,
	added_at      BIGINT  NOT NULL,
	removed_at    BIGINT  NOT NULL CHECK (removed_at > 0)
);
CREATE INDEX player_address_removed_player ON player_address_removed (player, removed_at);
CREATE INDEX player_address_removed_address ON player_address_removed (address_index);

-- An address is no proof of who owns it: a stranger who adds it first must not
-- keep its owner out. So it is unique for one player, and no longer for all.
CREATE TABLE player_address_own (
	id            BIGINT  NOT NULL PRIMARY KEY,
	player        TEXT    NOT NULL,
	network       TEXT    NOT NULL,
	address       TEXT    NOT NULL,
	address_index TEXT    NOT NULL,
	is_default    BOOLEAN NOT NULL,
	added_at      BIGINT  NOT NULL
);
INSERT INTO player_address_own (id, player, network, address, address_index, is_default, added_at)
	SELECT id, player, network, address, address_index, is_default, added_at FROM player_address;
DROP TABLE player_address;
ALTER TABLE player_address_own RENAME TO player_address;
CREATE INDEX player_address_player ON player_address (player, added_at);
CREATE UNIQUE INDEX player_address_default ON player_address (player) WHERE is_default;
CREATE UNIQUE INDEX player_address_once ON player_address (player, address_index);
CREATE INDEX player_address_index ON player_address (address_index);

{{if .Postgres}}
-- +goose StatementBegin
CREATE FUNCTION refuse_removed_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '%: history is never changed', TG_TABLE_NAME;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER player_card_removed_stays BEFORE UPDATE OR DELETE ON player_card_removed FOR EACH ROW EXECUTE FUNCTION refuse_removed_change();
CREATE TRIGGER player_card_removed_not_emptied BEFORE TRUNCATE ON player_card_removed FOR EACH STATEMENT EXECUTE FUNCTION refuse_removed_change();
CREATE TRIGGER player_address_removed_stays BEFORE UPDATE OR DELETE ON player_address_removed FOR EACH ROW EXECUTE FUNCTION refuse_removed_change();
CREATE TRIGGER player_address_removed_not_emptied BEFORE TRUNCATE ON player_address_removed FOR EACH STATEMENT EXECUTE FUNCTION refuse_removed_change();
{{end}}
{{if .SQLite}}
-- +goose StatementBegin
CREATE TRIGGER player_card_removed_stays BEFORE DELETE ON player_card_removed BEGIN SELECT RAISE(ABORT, 'history is never changed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER player_card_removed_as_made BEFORE UPDATE ON player_card_removed BEGIN SELECT RAISE(ABORT, 'history is never changed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER player_address_removed_stays BEFORE DELETE ON player_address_removed BEGIN SELECT RAISE(ABORT, 'history is never changed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER player_address_removed_as_made BEFORE UPDATE ON player_address_removed BEGIN SELECT RAISE(ABORT, 'history is never changed'); END;
-- +goose StatementEnd
{{end}}
