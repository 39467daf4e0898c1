-- oldest program: 0030
-- An employer may call off a hire before it begins, or one of its days, with a reason.
alter table job_applications drop constraint job_applications_state_check;
alter table job_applications add constraint job_applications_state_check check (state in ('applied', 'viewed',
  'shortlisted', 'hired', 'rejected', 'withdrawn', 'called_off', 'checked_in', 'worked', 'wage_paid', 'no_show',
  'wage_disputed'));
alter table job_applications add column called_off_at timestamptz;
alter table job_applications add constraint job_applications_called_off
  check ((state = 'called_off') = (called_off_at is not null));

alter table work_days drop constraint work_days_state_check;
alter table work_days add constraint work_days_state_check
  check (state in ('planned', 'working', 'resting', 'ended', 'absent', 'called_off'));
alter table work_days add column called_off_at timestamptz;
alter table work_days add column called_off_reason text not null default '';
alter table work_days add constraint work_days_called_off
  check ((state = 'called_off') = (called_off_at is not null));
