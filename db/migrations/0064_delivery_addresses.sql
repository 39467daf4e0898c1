-- oldest program: 0030
-- Where a buyer has things sent, one of them first.
create table delivery_addresses (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  recipient text not null,
  phone text not null,
  zonecode text not null,
  address text not null,
  address_detail text not null default '',
  request text not null default '',
  is_default boolean not null default false,
  created_at timestamptz not null
);
create index delivery_addresses_user on delivery_addresses (user_id, is_default desc, created_at desc);
create unique index delivery_addresses_default on delivery_addresses (user_id) where is_default;

-- Methods of payment by their names: a transfer, and whose easy payment it is.
alter table payments drop constraint payments_method_check;
alter table payments add constraint payments_method_check check (method in
  ('card', 'transfer', 'virtual_account', 'kakao_pay', 'naver_pay', 'toss_pay', 'easy_pay'));
