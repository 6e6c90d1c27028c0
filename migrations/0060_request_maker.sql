-- +goose Up

-- What a member of staff asked for, newest first.
CREATE INDEX staff_approval_maker ON staff_approval (maker, made_at, id);
