declare module "virtual:shell-styles";
