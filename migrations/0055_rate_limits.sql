-- What: the calls that each caller has left of the rate classes that all processes count together.
-- Rows are few and short-lived, so what a crash of the database would lose is not worth writing twice.
create unlogged table platform.rate_limit (
  key text primary key,
  tokens double precision not null,
  at timestamptz not null
);
create index rate_limit_at on platform.rate_limit (at);
grant select, insert, update, delete on platform.rate_limit to waypost_app;
