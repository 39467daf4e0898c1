-- oldest program: 0030
-- What happened to an order as a chain (docs/decisions/033-evidence.md): each entry holds the hash of the one before
-- it, so that a changed one shows. Entries are only ever added; they go with their order.
create table order_evidence (
  order_id uuid not null references orders (id) on delete cascade,
  seq integer not null check (seq > 0),
  kind text not null check (kind in ('request', 'proposal', 'step', 'money', 'message')),
  at timestamptz not null,
  role text not null check (role in ('customer', 'expert', 'admin', 'system')),
  -- Who was chosen then: another expert of the same order does not read it.
  expert_id uuid not null references experts (user_id),
  content jsonb not null,
  content_sha256 text not null check (content_sha256 ~ '^[0-9a-f]{64}$'),
  previous text not null check (previous ~ '^[0-9a-f]{64}$'),
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  primary key (order_id, seq)
);
create unique index order_evidence_hash on order_evidence (hash);
create index order_evidence_expert on order_evidence (expert_id);
create unique index order_evidence_message on order_evidence ((content ->> 'messageId')) where kind = 'message';
create trigger order_evidence_kept before update on order_evidence for each row execute function refuse_change();

-- The hash of the largest file of a picture; null for those of before.
alter table pictures add column sha256 text;
