-- oldest program: 0075
-- Reviews are looked for by a part of what is written.
create index reviews_body_pairs on reviews using gin (text_pairs(body));
analyze reviews;
