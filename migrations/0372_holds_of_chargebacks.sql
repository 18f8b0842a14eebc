-- What: a chargeback that staff said stops the courses holds those that another chargeback of the order has stopped.
-- Why: only the first one was recorded, so that winning it opened courses that another case still stops. Cases that a process
--      of the release before records until it ends are held by the first one alone.
-- Locks: none; a few rows of chargeback_course.

insert into checkout.chargeback_course (chargeback_id, organization_id, student_course_id)
select distinct c.chargeback_id, c.organization_id, h.student_course_id
from checkout.chargeback c
join checkout.payment p using (payment_id)
join checkout.order_item i using (order_id)
join checkout.chargeback_course h on h.student_course_id = i.student_course_id
join learning.student_course sc on sc.student_course_id = h.student_course_id
-- 9: disabled.
where c.courses = 'stop' and c.state <> 'won' and sc.lk_student_course_status_id = 9
on conflict do nothing;
