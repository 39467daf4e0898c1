-- The index of the search holds what the filters of the market, the shop and the job lists ask for: everything is
-- written into it anew, in the pieces of the nightly rebuild, from the first minutes after this on.
-- oldest program: 0075
update search_rebuild set started_at = clock_timestamp(), kind = null, after_id = null, finished_at = null;
