-- What the product says of itself: notices, careers, questions and answers, pages, with every version; and what people ask it.

create table articles (
  id uuid primary key,
  kind text not null check (kind in ('notice', 'career', 'faq', 'page')),
  -- The address of a page; the others are found by their id.
  slug text unique,
  title text not null,
  body text not null,
  -- Part of the list it stands in: kind of notice, team, group of questions.
  category text not null default '',
  facts jsonb not null default '{}' check (jsonb_typeof(facts) = 'object'),
  pinned boolean not null default false,
  position integer not null default 0,
  state text not null check (state in ('draft', 'scheduled', 'published', 'archived')),
  publish_at timestamptz,
  published_at timestamptz,
  version integer not null default 1 check (version > 0),
  search_key text not null default '',
  search_choseong text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((kind = 'page') = (slug is not null)),
  check (state <> 'scheduled' or publish_at is not null),
  check (state <> 'published' or published_at is not null)
);
create index articles_public on articles (kind, pinned desc, published_at desc, id desc) where state = 'published';
create index articles_all on articles (kind, updated_at desc, id desc);
create index articles_due on articles (publish_at) where state = 'scheduled';

create table article_versions (
  article_id uuid not null references articles (id) on delete cascade,
  version integer not null,
  title text not null,
  body text not null,
  facts jsonb not null default '{}',
  edited_by uuid references users (id) on delete set null,
  edited_at timestamptz not null default now(),
  primary key (article_id, version)
);
create index article_versions_editor on article_versions (edited_by);

create table tickets (
  id uuid primary key,
  -- A visitor asks with an e-mail address.
  user_id uuid references users (id) on delete set null,
  name text not null,
  email text not null,
  topic text not null,
  title text not null,
  state text not null check (state in ('open', 'answered', 'closed')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index tickets_mine on tickets (user_id, id desc);
create index tickets_queue on tickets (state, updated_at, id);
create index tickets_all on tickets (id desc);

create table ticket_messages (
  id uuid primary key,
  ticket_id uuid not null references tickets (id) on delete cascade,
  -- Null for the visitor who asked.
  author_id uuid references users (id) on delete set null,
  by_staff boolean not null,
  body text not null,
  created_at timestamptz not null default now()
);
create index ticket_messages_of on ticket_messages (ticket_id, id);
create index ticket_messages_author on ticket_messages (author_id);
