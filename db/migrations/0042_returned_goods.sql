-- oldest program: 0030
-- What a seller says, and shows in pictures, of a thing that came back wrong.
alter table deal_claims add column return_problem text check (return_problem in ('different', 'broken', 'missing'));
alter table deal_claims add column return_note text not null default '';
-- Pictures of both stand in one list; a column with a default, so that an older program writes the buyer's.
alter table deal_claim_pictures add column side text not null default 'buyer' check (side in ('buyer', 'seller'));
