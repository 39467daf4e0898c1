-- What was paid lately: its products are counted anew once a minute.
create index order_lines_paid on order_lines (paid_at) where paid_at is not null;
