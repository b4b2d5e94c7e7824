/** Whether a service that sfwc uses can be used from this machine. */
export interface ServiceCheck {
  /**
   * Tries it once.
   * @param address of it, as the setting has it
   * @returns what a person is shown of it, without passwords
   * @throws where it does not answer
   */
  check(address: string): Promise<string>;
}
