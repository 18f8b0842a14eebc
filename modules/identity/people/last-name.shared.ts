/** A typed last name: a dash alone means that the person has only one name, and becomes ''. */
export const lastNameOf = (text: string): string => (/^\p{Pd}$/u.test(text) ? '' : text)

/** The last name for a form; a person with one name keeps the dash. */
export const displayedLastName = ({ first_name, last_name }: { first_name: string; last_name: string }): string =>
  last_name === '' && first_name !== '' ? '-' : last_name
