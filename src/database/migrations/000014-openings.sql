-- Every second somebody asks which markets open now; without this, all that are yet to open are looked at.
create index markets_opening on markets (opens_at) where status = 'scheduled';
