-- What: learning.student_course_status_change is partitioned by month, as the audit log in 0778.
-- Why: it grows with every course, and nothing refers to its rows.
-- Locks: everybody on learning.student_course_status_change and writers of learning.student_course, for a moment; no row is read.

-- allowed (rename): the new table takes the name in this transaction
alter table learning.student_course_status_change rename to student_course_status_change_before;
-- allowed (rename): the new table takes the name in this transaction
alter index learning.student_course_status_change_course rename to student_course_status_change_before_course;
alter table learning.student_course_status_change_before drop constraint student_course_status_change_pkey;
alter table learning.student_course_status_change_before
  add constraint student_course_status_change_before_pkey primary key using index student_course_status_change_month_key;

create table learning.student_course_status_change
  (like learning.student_course_status_change_before including defaults including constraints) partition by range (at);
alter table learning.student_course_status_change drop constraint student_course_status_change_months;
select platform.move_identity('learning.student_course_status_change_before', 'learning.student_course_status_change',
                              'student_course_status_change_id');
alter table learning.student_course_status_change
  add constraint student_course_status_change_pkey primary key (student_course_status_change_id, at);
-- The former table has the same reference, which is taken over as it is.
alter table learning.student_course_status_change
  add constraint student_course_status_change_student_course_id_organizatio_fkey
  foreign key (student_course_id, organization_id) references learning.student_course (student_course_id, organization_id);
create index student_course_status_change_course on learning.student_course_status_change (student_course_id, at);
select platform.protect_tenant_table('learning.student_course_status_change');

create table learning.student_course_status_change_rest
  (like learning.student_course_status_change including all excluding identity);
alter table learning.student_course_status_change attach partition learning.student_course_status_change_rest default;
select platform.close_partition('learning.student_course_status_change_rest');
select platform.close_partition('learning.student_course_status_change_before');
select platform.attach_before('learning.student_course_status_change_before', 'learning.student_course_status_change');
select platform.make_months();
