const count = /^\(\d+\+?\) /

/** A title with the number of what waits in front, so that it is seen where the tab is one of many. */
export const titleWith = (waiting: number, title: string): string => {
  const plain = title.replace(count, '')
  return waiting === 0 ? plain : `(${waiting > 99 ? '99+' : waiting}) ${plain}`
}

/** The same number in front of another title, for a page that replaces this one. */
export const keepCount = (title: string): string =>
  `${count.exec(document.title)?.[0] ?? ''}${title.replace(count, '')}`
