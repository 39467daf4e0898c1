-- oldest program: 0075
-- Members in the order of their names; profiles_named looks for beginnings, and sorts nothing.
create index profiles_by_name on profiles (name, user_id);
