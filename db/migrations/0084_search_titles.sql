-- oldest program: 0075
-- Entries are also kept by the words of their titles alone: the rebuild that writes them begins anew.
delete from search_rebuild;
