/** What `ninefold help` prints. */
export const HELP = `ninefold – runs web applications from their specification

  ninefold run [folder]      run the specification in this folder (default: here)
      --port N               port (default 4900; NINEFOLD_PORT)
      --host H               host (default 127.0.0.1; NINEFOLD_HOST)
      --data DIR             where data is kept (default ./.ninefold/<name>; NINEFOLD_DATA)
      --demo                 load demonstration data, sign in with one click;
                             on this machine only (NINEFOLD_DEMO=1);
                             --no-demo takes it back
  ninefold check [folder]    say what is wrong with a specification; exit code 1 on errors
      --complete             and fail while anything of it is not shown
  ninefold help
  ninefold --version

  NINEFOLD_DATABASE=sqlite:FILE   keep data in this file
  NINEFOLD_ERRORS_DSN=DSN         send error reports to this Sentry-compatible service
`;
