-- oldest program: 0052
-- What one said and was told is found by its words, within one's own rooms.
create index chat_messages_words on chat_messages using gin (text gin_trgm_ops)
  where kind = 'text' and hidden_reason is null;
