/** A course of a person as GET /user/fetchCoursesByUserId tells it. */
export type PersonCourse = {
  student_course_id: number
  course_name: string
  lk_student_course_status_id: number
  course_website: string | null
  created_at: string
  finished_at: string | null
  amount_paid: number | null
  certificates: {
    student_certificate_id: number
    certificate_number: string | null
    issued_at: string
    time_zone: string
  }[]
}

export type CourseList = { studentCourses: PersonCourse[] }
