-- Day work: hire posts with their shifts, seek posts, applications, offers, what both sides say afterwards.

create table hire_posts (
  id uuid primary key,
  employer_id uuid not null references users (id),
  state text not null check (state in ('open', 'closed')),
  closed_reason text check (closed_reason in ('filled', 'deadline', 'owner')),
  title text not null,
  kind text not null,
  description text not null,
  pay_type text not null check (pay_type in ('hour', 'day', 'month', 'piece')),
  pay_won integer not null check (pay_won > 0),
  -- How long one piece takes, for pay by the piece.
  minutes_per_piece integer check (minutes_per_piece > 0),
  -- Days of the week, 0 is Sunday, for work by the month.
  weekdays text[] not null default '{}',
  -- Pay by the hour of the worst-paid shift, rounded down; the list is sorted by it.
  hourly_won integer not null check (hourly_won > 0),
  pay_date text not null check (pay_date in ('same_day', 'next_day', 'weekly', 'monthly')),
  region_code text not null,
  -- Shown only to those who were hired, like the phone.
  address text not null,
  contact_phone text not null,
  needs text[] not null default '{}',
  safety_training boolean not null default false,
  meals boolean not null default false,
  lodging boolean not null default false,
  foreigners boolean not null default false,
  teens boolean not null default false,
  -- 직업안정법: who hires.
  employer_kind text not null check (employer_kind in ('business', 'person')),
  business_name text not null,
  representative text not null,
  business_number text,
  headcount integer not null check (headcount > 0),
  hired_count integer not null default 0,
  application_count integer not null default 0 check (application_count >= 0),
  -- Of the shifts, for filters and for time.
  first_date date not null,
  last_date date not null,
  first_starts_at timestamptz not null,
  last_ends_at timestamptz not null,
  day_times text[] not null,
  short_term boolean not null,
  deadline_at timestamptz not null,
  reposted_from uuid,
  hidden_at timestamptz,
  hidden_reason text not null default '',
  opened_at timestamptz not null,
  closed_at timestamptz,
  updated_at timestamptz not null,
  constraint hire_closed check ((state = 'closed') = (closed_reason is not null)),
  constraint hire_business check (employer_kind = 'person' or business_number is not null)
);
create index hire_posts_newest on hire_posts (opened_at desc, id desc) where state = 'open' and hidden_at is null;
create index hire_posts_deadline on hire_posts (deadline_at, id) where state = 'open' and hidden_at is null;
create index hire_posts_wage on hire_posts (hourly_won desc, id desc) where state = 'open' and hidden_at is null;
create index hire_posts_region on hire_posts (region_code, opened_at desc, id desc) where state = 'open' and hidden_at is null;
create index hire_posts_kind on hire_posts (kind, opened_at desc, id desc) where state = 'open' and hidden_at is null;
create index hire_posts_employer on hire_posts (employer_id, opened_at desc, id desc);
create index hire_posts_due on hire_posts (deadline_at) where state = 'open';

create table hire_slots (
  id uuid primary key,
  hire_id uuid not null references hire_posts (id) on delete cascade,
  date date not null,
  starts text not null check (starts ~ '^\d\d:\d\d$'),
  ends text not null check (ends ~ '^\d\d:\d\d$'),
  break_minutes integer not null check (break_minutes >= 0),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  headcount integer not null check (headcount > 0),
  hired integer not null default 0,
  constraint hire_slots_room check (hired between 0 and headcount)
);
create index hire_slots_hire on hire_slots (hire_id, starts_at);
create index hire_slots_date on hire_slots (date, hire_id);

create table hire_saves (
  user_id uuid not null references users (id) on delete cascade,
  hire_id uuid not null references hire_posts (id) on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, hire_id)
);
create index hire_saves_hire on hire_saves (hire_id);
create index hire_saves_newest on hire_saves (user_id, created_at desc);

create table seek_posts (
  id uuid primary key,
  worker_id uuid not null references users (id),
  state text not null check (state in ('open', 'paused', 'closed')),
  title text not null,
  introduction text not null,
  kinds text[] not null,
  region_codes text[] not null,
  -- Null is 협의.
  pay_type text check (pay_type in ('hour', 'day', 'month')),
  pay_won integer check (pay_won > 0),
  -- What is wanted by the hour, for sorting.
  hourly_won integer,
  weekdays text[] not null default '{}',
  day_times text[] not null default '{}',
  short_term boolean not null default false,
  available_from date not null,
  career_years integer not null check (career_years between 0 and 60),
  licences text[] not null default '{}',
  hidden_at timestamptz,
  hidden_reason text not null default '',
  opened_at timestamptz not null,
  closed_at timestamptz,
  updated_at timestamptz not null,
  constraint seek_pay check ((pay_type is null) = (pay_won is null))
);
create index seek_posts_newest on seek_posts (opened_at desc, id desc) where state = 'open' and hidden_at is null;
create index seek_posts_wage on seek_posts ((coalesce(hourly_won, 2000000000)), id) where state = 'open' and hidden_at is null;
create index seek_posts_career on seek_posts (career_years desc, id desc) where state = 'open' and hidden_at is null;
create index seek_posts_kinds on seek_posts using gin (kinds);
create index seek_posts_regions on seek_posts using gin (region_codes);
-- One at a time.
create unique index seek_posts_one on seek_posts (worker_id) where state <> 'closed';
create index seek_posts_worker on seek_posts (worker_id, opened_at desc);

create table seek_saves (
  user_id uuid not null references users (id) on delete cascade,
  seek_id uuid not null references seek_posts (id) on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, seek_id)
);
create index seek_saves_seek on seek_saves (seek_id);
create index seek_saves_newest on seek_saves (user_id, created_at desc);

create table job_offers (
  id uuid primary key,
  seek_id uuid not null references seek_posts (id),
  hire_id uuid not null references hire_posts (id),
  employer_id uuid not null references users (id),
  worker_id uuid not null references users (id),
  state text not null check (state in ('sent', 'accepted', 'declined', 'expired')),
  message text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  constraint job_offers_once unique (seek_id, hire_id)
);
create index job_offers_hire on job_offers (hire_id);
create index job_offers_worker on job_offers (worker_id, created_at desc, id desc);
create index job_offers_employer on job_offers (employer_id, created_at desc, id desc);
create index job_offers_due on job_offers (expires_at) where state = 'sent';

create table job_applications (
  id uuid primary key,
  hire_id uuid not null references hire_posts (id),
  employer_id uuid not null references users (id),
  worker_id uuid not null references users (id),
  state text not null check (state in ('applied', 'viewed', 'shortlisted', 'hired', 'rejected', 'withdrawn', 'checked_in', 'worked', 'wage_paid', 'no_show', 'wage_disputed')),
  message text not null,
  -- 제3자 제공 동의: the worker's phone goes to the employer.
  phone text not null,
  third_party_consent_at timestamptz not null,
  offer_id uuid,
  first_starts_at timestamptz not null,
  last_ends_at timestamptz not null,
  -- What was agreed, as it was at the hiring: later changes of the post do not change it.
  contract jsonb,
  contract_employer_at timestamptz,
  contract_worker_at timestamptz,
  check_in_worker_at timestamptz,
  check_in_employer_at timestamptz,
  work_worker_at timestamptz,
  work_employer_at timestamptz,
  hired_at timestamptz,
  worked_at timestamptz,
  pay_sent_at timestamptz,
  paid_at timestamptz,
  -- Who reported that the other did not come.
  no_show_by text check (no_show_by in ('worker', 'employer')),
  no_show_at timestamptz,
  -- Why it was refused, why the wage is disputed, what the no-show was.
  note text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint job_applications_once unique (hire_id, worker_id),
  constraint job_applications_contract check (contract is not null or state in ('applied', 'viewed', 'shortlisted', 'rejected', 'withdrawn'))
);
create index job_applications_worker on job_applications (worker_id, created_at desc, id desc);
create index job_applications_employer on job_applications (employer_id, state);
create index job_applications_ended on job_applications (last_ends_at) where state in ('applied', 'viewed', 'shortlisted', 'hired', 'checked_in');

create table application_slots (
  application_id uuid not null references job_applications (id) on delete cascade,
  slot_id uuid not null references hire_slots (id) on delete cascade,
  primary key (application_id, slot_id)
);
create index application_slots_slot on application_slots (slot_id);

create table job_appeals (
  application_id uuid primary key references job_applications (id) on delete cascade,
  appellant_id uuid not null references users (id),
  state text not null check (state in ('filed', 'upheld', 'reversed')),
  text text not null,
  answer text not null default '',
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid
);
create index job_appeals_appellant on job_appeals (appellant_id);
create index job_appeals_open on job_appeals (created_at) where state = 'filed';

-- What both say of each other after the work, one each.
create table job_reviews (
  id uuid primary key,
  application_id uuid not null references job_applications (id),
  author_id uuid not null references users (id),
  subject_id uuid not null references users (id),
  -- As what the subject is rated.
  side text not null check (side in ('employer', 'worker')),
  rating integer not null check (rating between 1 and 5),
  tags text[] not null default '{}',
  body text not null default '',
  publish_at timestamptz not null,
  published_at timestamptz,
  removed_at timestamptz,
  removed_reason text not null default '',
  created_at timestamptz not null,
  constraint job_reviews_one unique (application_id, author_id)
);
create index job_reviews_author on job_reviews (author_id);
create index job_reviews_subject on job_reviews (subject_id, side, published_at desc, id desc);
create index job_reviews_due on job_reviews (publish_at) where published_at is null;

create table job_events (
  id uuid primary key,
  subject text not null check (subject in ('hire', 'seek', 'application', 'offer')),
  subject_id uuid not null,
  move text not null,
  from_state text,
  to_state text not null,
  actor_id uuid,
  actor_role text not null check (actor_role in ('employer', 'worker', 'admin', 'system')),
  note text not null default '',
  at timestamptz not null
);
create index job_events_subject on job_events (subject_id, at, id);
