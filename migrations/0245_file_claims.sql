-- What: stored files that no row may name: those that are being stored, and those that a row has just let go. The rows that
--       name a file are found by its key.
-- Why: a process that was killed between a file and its row, or that replaced a file, left content that stayed forever.
-- Locks: writers of attachments, documents, images of chats and people wait while an index of each is built; the one of
--        people holds only those with a picture.
create table platform.file_claim (
  file_claim_id integer generated always as identity primary key,
  file_key text not null,
  -- From then on the file is deleted, unless a row names it.
  due_at timestamptz not null
);
create index file_claim_key on platform.file_claim (file_key);

create index attachment_file on catalogue.attachment (file_key) where deleted_at is null;
create index attachment_thumbnail on catalogue.attachment (thumbnail_key)
  where deleted_at is null and thumbnail_key is not null;
create index document_file on catalogue.document (file_key) where deleted_at is null;
create index registration_document_file on learning.registration_document (file_key);
create index chat_image_file on support.chat_image (file_key);
create index person_picture on identity.person (profile_pic) where profile_pic is not null;
