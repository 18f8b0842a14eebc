-- What: when a person was last there, for lists of the back office. A new view: locks nothing.

create view identity.v_session with (security_invoker=true) as
select user_id, seen_at from identity.session where viewed_by is null;
