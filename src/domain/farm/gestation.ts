/** domain.md §2.9. */
export const gestationDays = 283;
