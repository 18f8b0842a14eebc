import type { CourseCounter, CourseCounts } from '#modules/catalogue/index.ts'

/** Enrollments, students and valid certificates of courses, within the organizations in scope. */
export const countCourses: CourseCounter = ({ sql, organization }, course_ids) => sql<CourseCounts>`
  select v.course_id, count(*)::int as courses_count, count(distinct s.user_id)::int as students_count,
         count(*) filter (where exists (
           select from learning.student_certificate c
           where c.student_course_id = s.student_course_id and c.deleted_at is null))::int as certificates_count
  from catalogue.v_course_version v
  join learning.student_course s on s.course_version_id = v.course_version_id
  where v.course_id = any(${sql.array([...course_ids])}::int[]) and s.organization_id = any(${sql.array(organization.scope)})
  group by v.course_id`
