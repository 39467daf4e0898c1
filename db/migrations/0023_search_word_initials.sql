-- Words and popular terms are suggested by their initial consonants, on the keys of a two-set keyboard as everywhere in the search.

alter table search_words add column initials text not null default '';
alter table search_popular add column initials text not null default '';

update search_words set initials = coalesce((
  select string_agg(
    case
      when ascii(unit) between 44032 and 55203 then substr('rrseefaqqttdwwczxvg', (ascii(unit) - 44032) / 588 + 1, 1)
      when unit ~ '^[a-z0-9]$' then unit
      else ''
    end, '' order by place)
  from regexp_split_to_table(lower(word), '') with ordinality as units (unit, place)
), '')
where word ~ '[가-힣]';

create index search_words_initials on search_words (initials text_pattern_ops, uses desc) where initials <> '';
create index search_popular_initials on search_popular (initials text_pattern_ops, people desc) where initials <> '';
