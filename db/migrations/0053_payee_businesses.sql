-- oldest program: 0030
-- Which business somebody is registered as at the provider of payouts, empty for a person (docs/decisions/031-payouts.md).
-- Experts were registered as persons until now: those with a business are registered anew.
alter table payout_accounts add column business_number text not null default '';
update payout_accounts set is_registration_due = true, updated_at = now()
  where exists (select from experts where experts.user_id = payout_accounts.user_id
    and experts.state = 'approved' and experts.business_number <> '');
