-- +goose Up

-- What players may share, the first who registered first: an address of
-- thousands is answered from the beginning of its part of the index.
DROP INDEX player_true_name;
DROP INDEX player_email;
CREATE INDEX player_true_name ON player (true_name_index, created_at, id) WHERE true_name_index <> '';
CREATE INDEX player_email ON player (email_index, created_at, id) WHERE email_index <> '';
CREATE INDEX player_register_ip ON player (register_ip, created_at, id) WHERE register_ip <> '';
CREATE INDEX player_device_hash ON player_device (device_hash, player);
