-- What: files that staff brought to an agency are marked as delivered.
-- Why: a completion counts as sent once staff confirm that its file was uploaded, no longer once the file is made; the
--      completions of these files were counted when they were made.
-- Locks: rows of learning.agency_file. A program of before that still serves makes files of which staff may say so later.
update learning.agency_file set delivery_state = 'delivered', delivered_at = created_at
where delivery = 'none' and delivery_state = 'none';
