"""The program as a process: started, signalled and killed from outside."""
