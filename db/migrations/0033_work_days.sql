-- oldest program: 0030
-- Day work with proof: what each day was worked, corrections that both agree on, and wages with their payday.

-- 위치 확인 동의: since when the worker lets the distance to the workplace be measured.
alter table job_applications add column place_consent_at timestamptz;

-- Where a workplace lies, set by its employer on the spot; without it check-in by place is not offered.
create table work_places (
  hire_id uuid primary key references hire_posts (id) on delete cascade,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  set_at timestamptz not null
);

-- What is paid on one payday of a contract. The sums are empty until its last day is over.
create table wages (
  id uuid primary key,
  application_id uuid not null references job_applications (id) on delete cascade,
  employer_id uuid not null references users (id),
  worker_id uuid not null references users (id),
  state text not null check (state in ('open', 'due', 'sent', 'denied', 'received', 'void')),
  payday date not null,
  due_at timestamptz not null,
  payslip jsonb,
  gross_won integer,
  income_tax_won integer,
  local_tax_won integer,
  insurance_won integer,
  net_won integer,
  issued_at timestamptz,
  paid_on date,
  method text check (method in ('transfer', 'cash', 'other')),
  sent_at timestamptz,
  denied_at timestamptz,
  denied_note text not null default '',
  received_at timestamptz,
  -- When the employer was told that it is late, when the administrator was, and who dealt with it.
  late_at timestamptz,
  escalated_at timestamptz,
  handled_at timestamptz,
  handled_by uuid references users (id),
  handled_note text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint wages_payday unique (application_id, payday),
  constraint wages_sums check (
    (gross_won is null and income_tax_won is null and local_tax_won is null and insurance_won is null and net_won is null
      and payslip is null and state in ('open', 'void'))
    or (gross_won >= 0 and income_tax_won >= 0 and local_tax_won >= 0 and insurance_won >= 0 and net_won >= 0
      and payslip is not null and gross_won = net_won + income_tax_won + local_tax_won + insurance_won)),
  constraint wages_sent check ((state <> 'sent') or (paid_on is not null and method is not null and sent_at is not null))
);
create index wages_employer on wages (employer_id);
create index wages_worker on wages (worker_id);
create index wages_handled_by on wages (handled_by);
create index wages_unpaid on wages (due_at, id) where state in ('due', 'denied');
create index wages_escalated on wages (escalated_at, id) where escalated_at is not null;

create table work_days (
  id uuid primary key,
  application_id uuid not null references job_applications (id) on delete cascade,
  slot_id uuid not null references hire_slots (id) on delete cascade,
  wage_id uuid not null references wages (id) on delete cascade,
  state text not null check (state in ('planned', 'working', 'resting', 'ended', 'absent')),
  -- As agreed in the contract.
  date date not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  break_minutes integer not null check (break_minutes >= 0),
  -- As worked. Breaks are null where none was recorded.
  started_at timestamptz,
  ended_at timestamptz,
  resting_since timestamptz,
  rest_minutes integer check (rest_minutes >= 0),
  -- How the hours are known: recorded on the spot, agreed by both, or by the contract where nobody checked out.
  source text not null default 'recorded' check (source in ('recorded', 'agreed', 'contract')),
  updated_at timestamptz not null,
  constraint work_days_slot unique (application_id, slot_id),
  constraint work_days_hours check (ended_at is null or (started_at is not null and ended_at >= started_at)),
  constraint work_days_ended check ((state = 'ended') = (ended_at is not null))
);
create index work_days_slot_id on work_days (slot_id);
create index work_days_wage on work_days (wage_id);
create index work_days_due on work_days (ends_at, id) where state in ('planned', 'working', 'resting');

-- Each time somebody checked in or out or took a break. Of a place only the distance is kept.
create table work_marks (
  id uuid primary key,
  work_day_id uuid not null references work_days (id) on delete cascade,
  move text not null check (move in ('check_in', 'rest', 'resume', 'check_out')),
  method text not null check (method in ('code', 'place', 'button', 'both', 'contract')),
  distance_m integer check (distance_m >= 0),
  at timestamptz not null,
  constraint work_marks_distance check ((method = 'place') = (distance_m is not null))
);
create index work_marks_day on work_marks (work_day_id, at, id);

-- A change of a day's hours that one asks for and the other accepts.
create table work_corrections (
  id uuid primary key,
  work_day_id uuid not null references work_days (id) on delete cascade,
  asked_by text not null check (asked_by in ('worker', 'employer')),
  state text not null check (state in ('asked', 'accepted', 'refused', 'withdrawn')),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  break_minutes integer not null check (break_minutes >= 0),
  reason text not null,
  created_at timestamptz not null,
  answered_at timestamptz
);
create index work_corrections_day on work_corrections (work_day_id, created_at, id);
create unique index work_corrections_one on work_corrections (work_day_id) where state = 'asked';
