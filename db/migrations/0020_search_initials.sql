-- Entries are kept by longer beginnings of initial consonants: the copy is filled anew when the product starts.

truncate search_entries;
