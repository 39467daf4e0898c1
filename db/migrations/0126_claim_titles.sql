-- oldest program: 0075
-- What was bought, copied to the claim, which the office looks for by it. A program of before does not know the
-- column: the database writes it for everybody. Claims of before are filled by a job, in portions.
alter table claims add column title text;
create function copy_claim_title() returns trigger language plpgsql as $$
begin
  new.title := (select l.title from order_lines l where l.id = new.line_id);
  return new;
end $$;
create trigger claim_title_copied before insert on claims
  for each row when (new.title is null) execute function copy_claim_title();
