-- oldest program: 0030
-- Whether a post takes people who never did such work. An older program writes the default.
alter table hire_posts add column beginners boolean not null default false;
