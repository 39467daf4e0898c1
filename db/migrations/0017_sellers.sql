-- Sellers: an application can be sent back for more, it comes with papers, and what was decided is kept.

alter table sellers drop constraint sellers_state_check;
alter table sellers add constraint sellers_state_check check (state in ('applied', 'needs_info', 'approved', 'rejected', 'suspended', 'terminated'));

create table seller_documents (
  seller_id uuid not null references sellers (user_id),
  picture_id uuid not null references pictures (id),
  position integer not null,
  primary key (seller_id, position)
);
create index seller_documents_picture on seller_documents (picture_id);

create table seller_decisions (
  id uuid primary key,
  seller_id uuid not null references sellers (user_id),
  actor_id uuid not null,
  from_state text not null check (from_state in ('applied', 'needs_info', 'approved', 'rejected', 'suspended', 'terminated')),
  to_state text not null check (to_state in ('applied', 'needs_info', 'approved', 'rejected', 'suspended', 'terminated')),
  reason text not null default '',
  at timestamptz not null
);
create index seller_decisions_seller on seller_decisions (seller_id, at desc);
