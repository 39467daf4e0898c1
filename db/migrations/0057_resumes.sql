-- oldest program: 0030
-- What somebody says of themselves to employers, kept once; an application takes a copy of it along.
create table resumes (
  user_id uuid primary key references users (id) on delete cascade,
  introduction text not null,
  career_years integer not null check (career_years between 0 and 60),
  experience text[] not null default '{}',
  certificates text[] not null default '{}',
  -- The day of 기초안전보건교육; null where it was not taken.
  safety_trained_on date,
  weekdays text[] not null default '{}',
  day_times text[] not null default '{}',
  updated_at timestamptz not null
);
-- As it was when it was sent.
alter table job_applications add column resume jsonb;
