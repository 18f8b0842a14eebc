/** A course in the bundle of another one, or recommended by it. */
export type ChosenCourse = { course_id: number; name: string; required_ind: boolean }

export const recommendedCourses = (courses: readonly { course_id: number; name: string }[]): ChosenCourse[] =>
  courses.map(({ course_id, name }) => ({ course_id, name, required_ind: true }))

type BundledCourse = { bundled_course_id: number; selectedCourse: { name: string }; required_ind: boolean }
export const bundledCourses = (courses: readonly BundledCourse[]): ChosenCourse[] =>
  courses.map(({ bundled_course_id, selectedCourse, required_ind }) => ({
    course_id: bundled_course_id,
    name: selectedCourse.name,
    required_ind,
  }))
