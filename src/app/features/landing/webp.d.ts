/** The address of a picture, as the build gives it. */
declare module '*.webp' {
  const address: string;
  export default address;
}
