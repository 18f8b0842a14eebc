/** A last name as it is typed: a dash alone says that the person has one name only, and becomes ''. */
export const lastNameOf = (typed: string): string => (/^\p{Pd}$/u.test(typed) ? '' : typed)

/** The last name for a form to show again; a person with one name keeps the dash. */
export const shownLastName = ({ first_name, last_name }: { first_name: string; last_name: string }): string =>
  last_name === '' && first_name !== '' ? '-' : last_name
